import type { ReactNode } from 'react'

/** Renders a titled section of a panel. */
export function PanelSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-b border-line py-2 last:border-b-0">
      <h3 className="px-3 py-1 text-12 font-medium text-muted">{title}</h3>
      {children}
    </section>
  )
}
