/** Settings of glibc's memory allocator. With its defaults, a process retained 150 MB of freed memory under load. */
export const ALLOCATOR = {
  /** Maximum number of arenas. By default there are many, and each retains freed memory. */
  MALLOC_ARENA_MAX: '2',
  /** Bytes. Larger blocks are allocated with mmap, so the system gets their memory back as soon as they are freed. */
  MALLOC_MMAP_THRESHOLD_: '32768',
  /** Bytes. If more than this is free at the end of an arena, the allocator returns the free memory to the system. */
  MALLOC_TRIM_THRESHOLD_: '65536',
}
