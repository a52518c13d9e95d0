/** Environment for glibc's allocator. Its defaults retained 150 MB of freed memory after ten minutes of load. */
export const ALLOCATOR = {
  /** By default each core and thread has an arena that retains freed memory. */
  MALLOC_ARENA_MAX: '2',
  /** Bytes. Larger blocks are mapped, so the system gets them back when they are freed. */
  MALLOC_MMAP_THRESHOLD_: '32768',
  /** Bytes of free memory at the end of an arena that are returned to the system. */
  MALLOC_TRIM_THRESHOLD_: '65536',
}
