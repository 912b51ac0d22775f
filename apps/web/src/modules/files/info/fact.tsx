import type { ReactNode } from 'react'

/** Renders one row of a file's properties. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere tabular-nums">{children}</dd>
    </>
  )
}
