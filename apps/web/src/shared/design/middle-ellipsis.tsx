import { splitName } from '../format/format.js'
import { classNames } from './class-names.js'

/** A name on one line; when it is too long its middle goes, so that the extension stays. */
export function MiddleEllipsis({ name, className }: { name: string; className?: string }) {
  const { start, tail } = splitName(name)
  return (
    <span title={name} className={classNames('flex min-w-0 max-w-full whitespace-pre', className)}>
      {/* Not `truncate`: a space at the end of the head would be lost. */}
      <span className="overflow-hidden text-ellipsis">{start}</span>
      {tail ? <span className="shrink-0">{tail}</span> : null}
    </span>
  )
}
