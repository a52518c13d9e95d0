import { Component, type ErrorInfo, type ReactNode } from 'react'

type BoundaryProps = { fallback?: (retry: () => void) => ReactNode; children: ReactNode }

/** After an error, renders the fallback or nothing. React supports error boundaries as classes only. */
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
      ? this.props.fallback?.(() => this.setState({ failed: false }))
      : this.props.children
  }
}
