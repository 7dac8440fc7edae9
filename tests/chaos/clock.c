/* The clock of a process is wrong by as many nanoseconds as a file says, which may change at any time. Preloaded. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static const int64_t SECOND = 1000000000;
static volatile int64_t *wrong_by;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("CHAOS_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  void *found = file < 0 ? MAP_FAILED : mmap(0, sizeof *wrong_by, PROT_READ, MAP_SHARED, file, 0);
  wrong_by = found == MAP_FAILED ? 0 : found;
}

static int true_time(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  return real(clock, time);
}

/* Only the time of day jumps: that is what somebody who sets a clock, or a bad time server, does. */
int clock_gettime(clockid_t clock, struct timespec *told) {
  int failed = true_time(clock, told);
  if (failed || !wrong_by || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
  int64_t now = told->tv_sec * SECOND + told->tv_nsec + *wrong_by;
  told->tv_sec = now / SECOND;
  told->tv_nsec = now % SECOND;
  return 0;
}

int gettimeofday(struct timeval *restrict told, void *restrict zone) {
  struct timespec now;
  (void)zone;
  int failed = clock_gettime(CLOCK_REALTIME, &now);
  told->tv_sec = now.tv_sec;
  told->tv_usec = now.tv_nsec / 1000;
  return failed;
}

time_t time(time_t *told) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (told) *told = now.tv_sec;
  return now.tv_sec;
}
