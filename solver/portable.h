/* Differences between compilers and systems: facts for the compiler, bits of a word, wide products, the clock,
 * pages, a spin lock.
 *
 * gcc and clang on POSIX, and Microsoft's compiler on Windows. -DHERDMIND_PLAIN takes plain C for all that has
 * it, so that the code of foreign compilers can be tested with gcc (tests/test_portable.py). */
#ifndef HERDMIND_PORTABLE_H
#define HERDMIND_PORTABLE_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <sched.h>
#include <time.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>
#endif

#if (defined(__GNUC__) || defined(__clang__)) && !defined(HERDMIND_PLAIN)
#define HM_BUILTINS 1
#else
#define HM_BUILTINS 0
#endif

/* --- a fact that holds whenever control comes here: the compiler relies on it, the checked build checks it */

#if HM_BUILTINS && defined(NDEBUG)
#define hm_assume(fact) ((fact) ? (void)0 : __builtin_unreachable())
#else
#define hm_assume(fact) assert(fact)
#endif

/* --- bits; the word is not 0 for the first four */

static inline int hm_lowest_bit(uint64_t word) {
#if HM_BUILTINS
    return __builtin_ctzll(word);
#else
    int n = 0;
    while (!(word & 1)) { word >>= 1; n++; }
    return n;
#endif
}

static inline int hm_lowest_bit32(uint32_t word) {
#if HM_BUILTINS
    return __builtin_ctz(word);
#else
    return hm_lowest_bit(word);
#endif
}

static inline int hm_highest_bit(uint64_t word) {
#if HM_BUILTINS
    return 63 - __builtin_clzll(word);
#else
    int n = -1;
    while (word) { word >>= 1; n++; }
    return n;
#endif
}

static inline int hm_highest_bit32(uint32_t word) {
#if HM_BUILTINS
    return 31 - __builtin_clz(word);
#else
    int n = -1;
    while (word) { word >>= 1; n++; }
    return n;
#endif
}

static inline int hm_bit_count32(uint32_t word) {
#if HM_BUILTINS
    return __builtin_popcount(word);
#else
    int n = 0;
    while (word) { word &= word - 1; n++; }
    return n;
#endif
}

#if HM_BUILTINS
#define HM_PREFETCH(p) (__builtin_prefetch((p)), __builtin_prefetch((const char *)(p) + 64))
#else
#define HM_PREFETCH(p) ((void)(p))
#endif

/* --- products of 128 bits */

#if HM_BUILTINS && defined(__SIZEOF_INT128__)
static inline uint64_t hm_product_high(uint64_t a, uint64_t b) {
    return (uint64_t)(((unsigned __int128)a * b) >> 64);
}
static inline void hm_multiply_add(uint64_t *high, uint64_t *low, uint64_t a_high, uint64_t a_low, uint64_t b) {
    unsigned __int128 sum = ((unsigned __int128)*high << 64) | *low;
    sum += (unsigned __int128)a_low * b + ((unsigned __int128)(a_high * b) << 64);
    *high = (uint64_t)(sum >> 64);
    *low = (uint64_t)sum;
}
#else
static inline uint64_t hm_product_high(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
static inline void hm_multiply_add(uint64_t *high, uint64_t *low, uint64_t a_high, uint64_t a_low, uint64_t b) {
    uint64_t product = a_low * b, sum = *low + product;
    *high += hm_product_high(a_low, b) + a_high * b + (sum < product);
    *low = sum;
}
#endif

/* --- seconds of a clock that only goes forward */

static inline double hm_now(void) {
#if defined(_WIN32)
    LARGE_INTEGER ticks, rate;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&rate);
    return (double)ticks.QuadPart / (double)rate.QuadPart;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
#endif
}

/* --- seconds of processor time of the calling thread; of the whole process where the system counts no thread's */

static inline double hm_processor_now(void) {
#if defined(_WIN32)
    FILETIME made, ended, kernel, user;
    ULARGE_INTEGER a, b;
    GetThreadTimes(GetCurrentThread(), &made, &ended, &kernel, &user);
    a.LowPart = kernel.dwLowDateTime; a.HighPart = kernel.dwHighDateTime;
    b.LowPart = user.dwLowDateTime; b.HighPart = user.dwHighDateTime;
    return 1e-7 * (double)(a.QuadPart + b.QuadPart);
#elif defined(CLOCK_THREAD_CPUTIME_ID)
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}

/* --- zeroed memory in pages, huge ones where the system has them; NULL when there is none. A page takes memory when
 * it is first touched; hm_pages_clear, from the start of a block on, zeroes pages and gives them back if it can. */

#if defined(__linux__)
static inline void *hm_pages(size_t bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(p, bytes, MADV_HUGEPAGE);
#endif
    return p;
}
static inline void hm_pages_free(void *p, size_t bytes) { munmap(p, bytes); }
static inline void hm_pages_clear(void *p, size_t bytes) {
    if (madvise(p, bytes, MADV_DONTNEED)) memset(p, 0, bytes);
}
#elif defined(_WIN32)
static inline void *hm_pages(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}
static inline void hm_pages_free(void *p, size_t bytes) { (void)bytes; VirtualFree(p, 0, MEM_RELEASE); }
static inline void hm_pages_clear(void *p, size_t bytes) { memset(p, 0, bytes); }
#else
static inline void *hm_pages(size_t bytes) { /* calloc leaves large blocks to the system's zeroed pages */
    char *block = (char *)calloc(1, bytes + 128 + sizeof(void *));
    char *p;
    if (!block) return NULL;
    p = block + sizeof(void *);
    p += 128 - (uintptr_t)p % 128;
    memcpy(p - sizeof(void *), &block, sizeof(void *));
    return p;
}
static inline void hm_pages_free(void *p, size_t bytes) {
    void *block;
    (void)bytes;
    memcpy(&block, (char *)p - sizeof(void *), sizeof(void *));
    free(block);
}
static inline void hm_pages_clear(void *p, size_t bytes) { memset(p, 0, bytes); }
#endif

/* --- threads; each has its own HM_THREAD_LOCAL variable */

#if defined(_MSC_VER)
#define HM_THREAD_LOCAL __declspec(thread)
#else
#define HM_THREAD_LOCAL __thread
#endif

static inline void hm_yield(void) {
#if defined(_WIN32)
    SwitchToThread();
#else
    sched_yield();
#endif
}

static inline void hm_lock(volatile int *lock) {
#if defined(_MSC_VER)
    while (InterlockedExchange((volatile LONG *)lock, 1)) hm_yield();
#else
    while (__sync_lock_test_and_set(lock, 1)) hm_yield();
#endif
}

static inline void hm_unlock(volatile int *lock) {
#if defined(_MSC_VER)
    InterlockedExchange((volatile LONG *)lock, 0);
#else
    __sync_lock_release(lock);
#endif
}

#endif
