import { createRoot } from 'react-dom/client'
import { reloadWhenReplaced } from './replaced.ts'
import { StaffApp } from './routes.tsx'

export const startStaff = (root: HTMLElement): void => {
  reloadWhenReplaced()
  createRoot(root).render(<StaffApp />)
}
