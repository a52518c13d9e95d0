import type { AnswerOf, Asked, ReadName } from '../../data/reads.ts'

/** What the server says; a function is told what is asked for. */
export type Answers = {
  [Name in ReadName]?: AnswerOf<Name> | ((asked: Required<Asked>) => AnswerOf<Name>)
}

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
