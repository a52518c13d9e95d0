/** Batches of three, the last one with what is left. */
export const inThrees = <T>(all: T[]): T[][] =>
  all.length > 0 ? [all.slice(0, 3), ...inThrees(all.slice(3))] : []
