/* Dense layers of small networks in plain C.
 *
 * Matrices are row-major [inputs][outputs], outputs in multiples of HM_LANES. An output is summed over the inputs in
 * their order whatever the width of the machine's vectors, so results are the same on all of them (without fused
 * multiplication, which no build here asks for on x86). */
#ifndef HERDMIND_DENSE_H
#define HERDMIND_DENSE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define HM_LANES 16             /* outputs of a layer come in multiples of this many */
#define HM_MOST_INPUTS 1024     /* of a layer */
#define HM_ROWS 4               /* rows of a batch are worked on in groups of this many */

/* gcc on Linux builds a second copy of these functions for wide vectors and picks one at load time. The
 * sanitizers cannot watch that choice. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && !defined(__AVX2__) && \
    !defined(__SANITIZE_ADDRESS__)
#define HM_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define HM_WIDE
#endif

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* hm_dense: out[m] = start[m] + x[n] w[n][m]; where many inputs are 0, `sparse` skips them.
 *
 * hm_dense_batch: the same for `rows` inputs at once, x[rows][n] to out[rows][m], all from one `start`; with
 * `positive` negative results become 0. Reads and writes room for a multiple of HM_ROWS rows. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(HERDMIND_PLAIN)

typedef float hm_lanes __attribute__((vector_size(32)));
typedef int32_t hm_masks __attribute__((vector_size(32)));
#define HM_CUT(v) (v = (hm_lanes)((hm_masks)(v) & (hm_masks)((v) > 0.0f)))

HM_WIDE static void hm_dense(const float *restrict x, int n, const float *restrict w, int m,
                             const float *restrict start, int sparse, float *restrict out) {
    int some[HM_MOST_INPUTS], count = 0;
    for (int i = 0; i < n; i++) {
        some[count] = i;
        count += !sparse || x[i] != 0.0f;
    }
    int at = 0;
    for (; at + 2 * HM_LANES <= m; at += 2 * HM_LANES) {    /* four sums at once: none waits for its last addition */
        hm_lanes a[4], v;
        memcpy(a, start + at, sizeof a);
        for (int k = 0; k < count; k++) {
            const float *restrict row = w + (size_t)some[k] * m + at;
            const float by = x[some[k]];
            for (int j = 0; j < 4; j++) {
                memcpy(&v, row + j * HM_LANES / 2, sizeof v);
                a[j] += by * v;
            }
        }
        memcpy(out + at, a, sizeof a);
    }
    for (; at < m; at += HM_LANES) {
        hm_lanes a[2], v;
        memcpy(a, start + at, sizeof a);
        for (int k = 0; k < count; k++) {
            const float *restrict row = w + (size_t)some[k] * m + at;
            for (int j = 0; j < 2; j++) {
                memcpy(&v, row + j * HM_LANES / 2, sizeof v);
                a[j] += x[some[k]] * v;
            }
        }
        memcpy(out + at, a, sizeof a);
    }
}

HM_WIDE static void hm_dense_batch(const float *restrict x, int rows, int n, const float *restrict w, int m,
                                   const float *restrict start, int positive, float *restrict out) {
    for (int row = 0; row < rows; row += HM_ROWS) {
        const float *restrict from = x + (size_t)row * n;
        for (int at = 0; at < m; at += HM_LANES) {
            hm_lanes a0, a1, b0, b1, c0, c1, d0, d1;
            float *restrict to = out + (size_t)row * m + at;
            memcpy(&a0, start + at, sizeof a0);
            memcpy(&a1, start + at + HM_LANES / 2, sizeof a1);
            b0 = c0 = d0 = a0;
            b1 = c1 = d1 = a1;
            for (int i = 0; i < n; i++) {
                hm_lanes v0, v1;
                memcpy(&v0, w + (size_t)i * m + at, sizeof v0);
                memcpy(&v1, w + (size_t)i * m + at + HM_LANES / 2, sizeof v1);
                a0 += from[i] * v0, a1 += from[i] * v1;
                b0 += from[n + i] * v0, b1 += from[n + i] * v1;
                c0 += from[2 * n + i] * v0, c1 += from[2 * n + i] * v1;
                d0 += from[3 * n + i] * v0, d1 += from[3 * n + i] * v1;
            }
            if (positive) {
                HM_CUT(a0), HM_CUT(a1), HM_CUT(b0), HM_CUT(b1);
                HM_CUT(c0), HM_CUT(c1), HM_CUT(d0), HM_CUT(d1);
            }
            memcpy(to, &a0, sizeof a0), memcpy(to + HM_LANES / 2, &a1, sizeof a1);
            memcpy(to + m, &b0, sizeof b0), memcpy(to + m + HM_LANES / 2, &b1, sizeof b1);
            memcpy(to + 2 * m, &c0, sizeof c0), memcpy(to + 2 * m + HM_LANES / 2, &c1, sizeof c1);
            memcpy(to + 3 * m, &d0, sizeof d0), memcpy(to + 3 * m + HM_LANES / 2, &d1, sizeof d1);
        }
    }
}

#else

static void hm_dense(const float *x, int n, const float *w, int m, const float *start, int sparse, float *out) {
    (void)sparse;
    memcpy(out, start, (size_t)m * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) out[j] += x[i] * w[(size_t)i * m + j];
}

static void hm_dense_batch(const float *x, int rows, int n, const float *w, int m, const float *start, int positive,
                           float *out) {
    for (int row = 0; row < rows; row++) {
        hm_dense(x + (size_t)row * n, n, w, m, start, 0, out + (size_t)row * m);
        for (int j = 0; positive && j < m; j++)
            if (!(out[(size_t)row * m + j] > 0)) out[(size_t)row * m + j] = 0;
    }
}

#endif

static inline void hm_positive(float *x, int n) {
    for (int i = 0; i < n; i++) x[i] = x[i] > 0 ? x[i] : 0;
}

/* start + x[n] . w[n], in HM_LANES sums that are added at the end. */
static inline float hm_dot(const float *restrict x, const float *restrict w, int n, float start) {
    float sum[HM_LANES] = {0};
    for (int at = 0; at < n; at += HM_LANES)
        for (int j = 0; j < HM_LANES; j++) sum[j] += x[at + j] * w[at + j];
    for (int half = HM_LANES / 2; half; half /= 2)
        for (int j = 0; j < half; j++) sum[j] += sum[j + half];
    return start + sum[0];
}

/* e^x for x <= 0, within 3e-7 of it; e^-80 below -80. Its own code: libraries differ in the last digit. */
static inline float hm_exp(float x) {
    float y = (x < -80.0f ? -80.0f : x) * 1.44269504f;
    int whole = (int)y - (y < (float)(int)y);
    float f = (y - (float)whole) * 0.69314718f, e;
    uint32_t bits = (uint32_t)(whole + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    e = 1.0f + f * (1.0f + f * (0.5f + f * (0.166666667f + f * (0.0416666667f + f * (0.00833333333f +
        f * (0.00138888889f + f * 0.000198412698f))))));
    return power * e;
}

/* Odds from logits, in place; each is above 0 and they sum to 1. */
static inline void hm_softmax(float *x, int n) {
    float most = x[0], sum = 0;
    for (int i = 1; i < n; i++) most = x[i] > most ? x[i] : most;
    for (int i = 0; i < n; i++) {
        x[i] = hm_exp(x[i] - most);
        sum += x[i];
    }
    for (int i = 0; i < n; i++) x[i] /= sum;
}

#endif
