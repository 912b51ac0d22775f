import { splitName } from '../format/format.js'
import { classNames } from './class-names.js'

/**
 * Renders a name on one line, with an ellipsis in the middle if it is too long, so that the extension stays visible.
 */
export function MiddleEllipsis({ name, className }: { name: string; className?: string }) {
  const { start, tail } = splitName(name)
  return (
    <span title={name} className={classNames('flex min-w-0 max-w-full whitespace-pre', className)}>
      {/* Not `truncate`: it would drop a space at the end of the first part. */}
      <span className="overflow-hidden text-ellipsis">{start}</span>
      {tail ? <span className="shrink-0">{tail}</span> : null}
    </span>
  )
}
