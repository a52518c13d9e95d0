/**
 * Share of 202 among the answers that arrived. 0 if any is neither 202 nor 503. Ingest answers 503 if the log takes five
 * seconds, as on a machine that stalls.
 */
export const acceptedShare = (answers: ReadonlyMap<string | number, number>): number => {
  const arrived = [...answers].filter(([answer]) => answer !== 'nowhere')
  if (arrived.some(([answer]) => !['202', '503'].includes(String(answer)))) return 0
  const sum = (all: typeof arrived) => all.reduce((total, [, times]) => total + times, 0)
  return sum(arrived.filter(([answer]) => String(answer) === '202')) / sum(arrived)
}

/** An outage of the log would lower the share further. */
export const NEARLY_ALL = 0.95
