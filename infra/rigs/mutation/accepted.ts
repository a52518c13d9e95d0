/**
 * Mutants that no test can notice, because the program does the same with them: each with its reason. Nothing that a test could
 * notice stands here. One that is not there any more, or is noticed after all, fails the run of its folder.
 */
export type Accepted = {
  file: string
  mutator: string
  /** The source that is replaced, and what by; line breaks and indents as one blank. */
  original: string
  replacement: string
  reason: string
}

export const ACCEPTED: Accepted[] = []
