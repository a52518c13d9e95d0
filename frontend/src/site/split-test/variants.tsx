/** The built page shows the control. `swapScript` replaces it with the drawn variant before the first paint. */
import type { Experiment } from '@firsttouch/ingest/experiments'
import type { ReactNode } from 'react'
import { shownVariant } from './shown-variant.ts'

type Test<Name extends string> = Experiment<{ name: Name; label: string; weight: number }>
type Props<Name extends string> = { test: Test<Name>; of: Readonly<Record<Name, ReactNode>> }

export const Variants = <Name extends string>({ test, of }: Props<Name>) => (
  <span data-variants>
    {import.meta.env.SSR ? <Every test={test} of={of} /> : of[shownVariant(test).name]}
  </span>
)

const Every = <Name extends string>({ test, of }: Props<Name>) =>
  test.variants.map(({ name }, at) =>
    at === 0 ? (
      of[name]
    ) : (
      <template key={name} data-test={test.name} data-variant={name}>
        {of[name]}
      </template>
    ),
  )
