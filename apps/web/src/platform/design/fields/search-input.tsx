import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.js'
import { inputClass } from './text-field.js'

/** Renders a search field with a visible icon and an accessible name. */
export function SearchInput({ className, ...props }: ComponentProps<'input'> & { readonly 'aria-label': string }) {
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <input {...props} className={classNames(inputClass, 'ps-9', className)} />
    </div>
  )
}
