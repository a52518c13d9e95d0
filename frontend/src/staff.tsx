/** Starts the staff side of the page. */
import { createRoot } from 'react-dom/client'
import { config } from 'zod'
import { StaffApp } from './routes.tsx'

// Whether it may compile validators zod finds out by trying, which the CSP reports as a violation.
config({ jitless: true })

export const startStaff = (root: HTMLElement): void => createRoot(root).render(<StaffApp />)
