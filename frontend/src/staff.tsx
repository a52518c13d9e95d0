/** Starts the staff side of the page. */
import { createRoot } from 'react-dom/client'
import { StaffApp } from './routes.tsx'

export const startStaff = (root: HTMLElement): void => createRoot(root).render(<StaffApp />)
