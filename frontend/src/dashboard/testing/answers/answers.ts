import type { AnswerOf, Asked, ReadName } from '../../data/reads.ts'

/** API responses by read. A function receives the request's parameters. */
export type Answers = {
  [Name in ReadName]?: AnswerOf<Name> | ((asked: Required<Asked>) => AnswerOf<Name>)
}

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
