import { useNow } from './clock.js'
import { parseTime, type TimeValue } from './time.js'
import type { ListTimeStyle } from './time-formats.js'
import { useFormats } from './use-formats.js'

interface ShownTimeProps {
  readonly value: TimeValue | null | undefined
  /**
   * `age`: how long ago, for a day; `list`: beside others of the same day; `day`: the date alone; `moment`: date and time.
   */
  readonly as: 'age' | 'list' | 'day' | 'moment'
  /** Of a `list`. */
  readonly style?: ListTimeStyle
  readonly className?: string
}

/** A time as it is written everywhere; the full date and time when it is pointed at, and for machines. */
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

/** Stands for the time in a text until the text is put around it. */
const mark = '\u0000'

/** A time within a text of the interface: `children` makes the text with the time in it. */
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
