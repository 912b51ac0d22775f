import { splitName } from '../format/format.js'
import { classNames } from './class-names.js'

/**
 * Renders a name on one line, with an ellipsis in the middle if it is too long, so that the extension stays visible.
 * The text is the complete name, for copying, searching in the page and screen readers; what is visible of a long name
 * are two generated contents, which have none of these.
 */
export function MiddleEllipsis({ name, className }: { name: string; className?: string }) {
  const { start, tail } = splitName(name)
  const outerClass = classNames('relative flex min-w-0 max-w-full whitespace-pre', className)
  if (tail === '') {
    return (
      <span title={name} className={outerClass}>
        <span className="overflow-hidden text-ellipsis">{name}</span>
      </span>
    )
  }
  return (
    <span title={name} className={outerClass}>
      <span className="absolute inset-0 overflow-hidden text-ellipsis text-transparent forced-colors:opacity-0">
        {name}
      </span>
      {/* Not `truncate`: it would drop a space at the end of the first part. */}
      <span
        aria-hidden="true"
        data-text={start}
        className={classNames(generatedClass, 'overflow-hidden text-ellipsis')}
      />
      <span aria-hidden="true" data-text={tail} className={classNames(generatedClass, 'shrink-0')} />
    </span>
  )
}

const generatedClass = 'pointer-events-none before:content-[attr(data-text)]'
