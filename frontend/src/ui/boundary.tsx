import { Component, type ErrorInfo, type ReactNode } from 'react'

type BoundaryProps = {
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Keeps a part's failure to itself. The one class of the front end: React knows error boundaries in no other form. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }

  override render() {
    return this.state.failed
      ? this.props.fallback(() => this.setState({ failed: false }))
      : this.props.children
  }
}
