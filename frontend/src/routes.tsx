/** The staff side: its routes, each loaded on its own, and what surrounds them. A public path leaves it for that document. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, StrictMode, useEffect, useState } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { openQueryClient } from './query.ts'
import { Toaster } from './ui/toaster.tsx'
import { useLoaded } from './ui/use-loaded.ts'

const loadDashboard = async () => (await import('./dashboard/dashboard.tsx')).Dashboard
const loadLogin = async () => (await import('./dashboard/login.tsx')).Login

export const StaffApp = () => {
  const [client] = useState(openQueryClient)
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Routes>
            <Route path="/admin" element={<Screen key="admin" load={loadDashboard} />} />
            <Route path="/login" element={<Screen key="login" load={loadLogin} />} />
            <Route path="*" element={<PublicPage />} />
          </Routes>
        </BrowserRouter>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  )
}

const Screen = ({ load }: { load: () => Promise<ComponentType> }) => {
  const Shown = useLoaded(load)
  return Shown ? <Shown /> : null
}

/** The router has put the public page's address there already; the page itself is another document. */
const PublicPage = () => {
  useEffect(() => location.reload(), [])
  return null
}
