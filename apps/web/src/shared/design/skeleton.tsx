import { classNames } from './class-names.js'

/** The place of something that is still being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-breathe rounded-control bg-sunken', className)} />
}
