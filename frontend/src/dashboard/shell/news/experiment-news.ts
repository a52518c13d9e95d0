/** What a test has to tell that somebody in this browser has not looked at: a verdict that fell, an alarm that rose. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'

export type News = { verdicts: number; alarms: number }

/** Each run's verdict or alarm is news once. A test that has ended has none: somebody has acted on it. */
export const newsIn = ({ state, run, verdict }: Experiment): { key: string; kind: keyof News } | null => {
  if ((state !== 'running' && state !== 'paused') || !run || !verdict) return null
  if (verdict.state === 'collecting' || verdict.state === 'undecided') return null
  return { key: `${run.id} ${verdict.state}`, kind: verdict.state === 'split_broken' ? 'alarms' : 'verdicts' }
}

export const unseenIn = (experiments: readonly Experiment[], seen: readonly string[]): News => {
  const unseen = experiments.map(newsIn).filter(news => news !== null && !seen.includes(news.key))
  return {
    verdicts: unseen.filter(news => news?.kind === 'verdicts').length,
    alarms: unseen.filter(news => news?.kind === 'alarms').length,
  }
}

/** What is looked at now; what is over is forgotten, an alarm that rises again is news again. */
export const seenAfter = (experiments: readonly Experiment[]): string[] =>
  experiments.flatMap(experiment => newsIn(experiment)?.key ?? [])
