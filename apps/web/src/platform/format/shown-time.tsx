import { useNow } from './clock.js'
import { parseTime, type TimeValue } from './time.js'
import type { ListTimeStyle } from './time-formats.js'
import { useFormats } from './use-formats.js'

interface ShownTimeProps {
  readonly value: TimeValue | null | undefined
  /**
   * `age`: relative, for a day; `list`: next to others of the same day; `day`: the date only; `moment`: date and time.
   */
  readonly as: 'age' | 'list' | 'day' | 'moment'
  /** Style of a `list`. */
  readonly style?: ListTimeStyle
  readonly className?: string
}

/** Renders a time in the standard format, with the full date and time as tooltip and as machine-readable value. */
export function ShownTime({ value, as, style = 'ages', className }: ShownTimeProps) {
  const formats = useFormats()
  const now = useNow()
  const date = parseTime(value)
  if (date === null || value === null || value === undefined)
    return <span className={className}>{formats.date(null)}</span>
  const formatters = {
    age: () => formats.age(value, now),
    list: () => formats.listTime(value, { now, style }),
    day: () => formats.date(value),
    moment: () => formats.moment(value),
  }
  return (
    <time
      dateTime={typeof value === 'string' ? value : date.toISOString()}
      title={formats.fullTime(value)}
      className={className}
    >
      {formatters[as]()}
    </time>
  )
}

/** Placeholder of the time in a translated text. */
const mark = '\u0000'

/** Renders a time within a translated text: `children` returns the text that contains the time. */
export function TimeInText({ children, ...time }: ShownTimeProps & { readonly children: (time: string) => string }) {
  const [before, after] = children(mark).split(mark)
  return (
    <>
      {before}
      <ShownTime {...time} />
      {after}
    </>
  )
}
