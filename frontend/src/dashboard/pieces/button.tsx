import type { ComponentProps } from 'react'
import { Button as Any } from '../../ui/button.tsx'

/** In the dashboard buttons stand close together: small and quiet, unless they say otherwise. */
export const Button = (look: ComponentProps<typeof Any>) => <Any variant="ghost" size="sm" {...look} />
