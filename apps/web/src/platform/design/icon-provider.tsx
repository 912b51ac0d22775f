import { LucideProvider } from 'lucide-react'
import type { ReactNode } from 'react'

/** Gives all icons the size and the line width of the interface; icons without a label are hidden from screen readers. */
export function IconProvider({ children }: { readonly children: ReactNode }) {
  return (
    <LucideProvider size={16} strokeWidth={1.5}>
      {children}
    </LucideProvider>
  )
}
