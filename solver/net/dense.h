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

/* out[m] = start[m] + x[n] w[n][m]; where many inputs are 0, `sparse` skips them. */
HM_WIDE static void hm_dense(const float *restrict x, int n, const float *restrict w, int m,
                             const float *restrict start, int sparse, float *restrict out) {
    for (int at = 0; at < m; at += HM_LANES) {
        float sum[HM_LANES];
        memcpy(sum, start + at, sizeof sum);
        for (int i = 0; i < n; i++) {
            const float *restrict row = w + (size_t)i * m + at;
            float a = x[i];
            if (sparse && a == 0.0f) continue;
            for (int j = 0; j < HM_LANES; j++) sum[j] += a * row[j];
        }
        memcpy(out + at, sum, sizeof sum);
    }
}

/* The same for `rows` inputs at once, x[rows][n] to out[rows][m], all from one `start`; with `positive` negative
 * results become 0. Reads and writes room for a multiple of HM_ROWS rows. */
HM_WIDE static void hm_dense_batch(const float *restrict x, int rows, int n, const float *restrict w, int m,
                                   const float *restrict start, int positive, float *restrict out) {
    for (int row = 0; row < rows; row += HM_ROWS) {
        const float *restrict x0 = x + (size_t)row * n, *restrict x1 = x0 + n, *restrict x2 = x1 + n,
                    *restrict x3 = x2 + n;
        for (int at = 0; at < m; at += HM_LANES) {
            float a[HM_LANES], b[HM_LANES], c[HM_LANES], d[HM_LANES];
            memcpy(a, start + at, sizeof a);
            memcpy(b, start + at, sizeof a);
            memcpy(c, start + at, sizeof a);
            memcpy(d, start + at, sizeof a);
            for (int i = 0; i < n; i++) {
                const float *restrict weights = w + (size_t)i * m + at;
                float p = x0[i], q = x1[i], r = x2[i], s = x3[i];
                for (int j = 0; j < HM_LANES; j++) {
                    a[j] += p * weights[j];
                    b[j] += q * weights[j];
                    c[j] += r * weights[j];
                    d[j] += s * weights[j];
                }
            }
            if (positive)
                for (int j = 0; j < HM_LANES; j++) {
                    a[j] = a[j] > 0 ? a[j] : 0;
                    b[j] = b[j] > 0 ? b[j] : 0;
                    c[j] = c[j] > 0 ? c[j] : 0;
                    d[j] = d[j] > 0 ? d[j] : 0;
                }
            float *restrict to = out + (size_t)row * m + at;
            memcpy(to, a, sizeof a);
            memcpy(to + m, b, sizeof a);
            memcpy(to + 2 * m, c, sizeof a);
            memcpy(to + 3 * m, d, sizeof a);
        }
    }
}

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
