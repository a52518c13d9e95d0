import type { ComponentType } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'

/** Until the component has loaded, shows a placeholder with the class names in `skeleton`. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>, skeleton: string) => {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded = await load()
    return loaded
  }
  return (props: Props) => {
    const fresh = useLoaded(loadOnce, loaded === undefined)
    const Loaded = loaded ?? fresh
    return Loaded ? <Loaded {...props} /> : <Skeleton className={skeleton} />
  }
}
