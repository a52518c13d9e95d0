/** Environment of glibc's allocator, which otherwise holds on to freed memory: 150 MB after ten minutes of load. */
export const ALLOCATOR = {
  /** Otherwise there is an arena for each core and thread, and each holds on to what was freed. */
  MALLOC_ARENA_MAX: '2',
  /** Blocks from 32 kB on are mapped, so that they go back to the system when freed. */
  MALLOC_MMAP_THRESHOLD_: '32768',
  /** Free memory at the end of an arena goes back from 64 kB on. */
  MALLOC_TRIM_THRESHOLD_: '65536',
}
