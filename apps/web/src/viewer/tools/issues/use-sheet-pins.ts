import type { TopicSummary } from '@kamar/contracts'
import type { ManifestSheet } from '@kamar/package-format/read'
import type { SheetPin, SheetPins, SheetView } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { findSheet } from '../../kit/viewpoints/sheet-viewpoints.js'
import type { Session } from '../../session/session.js'
import type { Collaboration } from './collaboration.js'
import { topicTone } from './topic-options.js'
import { pinColors } from './use-topic-pins.js'
import { useTopics } from './use-topics.js'

interface SheetPinsOptions extends Pick<Session, 'drawing' | 'sheet'> {
  readonly collaboration: Collaboration
  /** Pins are visible while the topics panel is open. */
  readonly isVisible: boolean
}

/** Shows open topics as numbered pins on the sheet; a click on one opens its topic. */
export function useSheetPins({ drawing, sheet, collaboration, isVisible }: SheetPinsOptions): void {
  const { fileId, topicId, openTopic } = collaboration
  const isShown = isVisible && sheet !== null
  const { data } = useTopics(fileId, { state: 'open' }, isShown)
  const pins = usePins(sheet, isShown)
  useEffect(() => {
    const topics = isShown ? (data?.pages.flatMap((page) => page.topics) ?? []) : []
    pins?.set(createPins(topics, { sheets: drawing.sheets, open: topicId }), openTopic)
  }, [pins, data, isShown, drawing.sheets, topicId, openTopic])
}

function createPins(
  topics: readonly TopicSummary[],
  { sheets, open }: { readonly sheets: readonly ManifestSheet[]; readonly open: string | null },
): SheetPin[] {
  return topics.flatMap(({ id, anchor, number, title, status, isClosed }) => {
    const sheet = anchor?.sheet ? findSheet(sheets, anchor.sheet) : null
    if (!anchor || sheet === null) return []
    const [x, y] = anchor.point
    return {
      id,
      sheet,
      point: [x, y],
      text: String(number),
      label: `#${number} ${title}`,
      color: pinColors[topicTone({ status, isClosed })],
      selected: id === open,
    }
  })
}

/** Loads the pins when topics are first opened on a drawing; they end with its view. */
function usePins(sheet: SheetView | null, isEnabled: boolean): SheetPins | null {
  const [pins, setPins] = useState<SheetPins | null>(null)
  useEffect(() => {
    if (!sheet || !isEnabled) return undefined
    let loaded: SheetPins | null = null
    let ended = false
    import('@kamar/viewer/sheet-tools').then(
      ({ SheetPins: Pins }) => {
        if (ended) return
        loaded = new Pins(sheet)
        setPins(loaded)
      },
      // Without pins the list still opens every topic.
      () => null,
    )
    return () => {
      ended = true
      loaded?.dispose()
      setPins(null)
    }
  }, [sheet, isEnabled])
  return pins
}
