import { classNames } from './class-names.js'

/** Renders a placeholder for content that is still loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-breathe rounded-control bg-sunken', className)} />
}
