import type { TopicSummary } from '@kamar/contracts'
import type { ModelFrame, Pin, PinsExtension, Viewer } from '@kamar/viewer'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { fileFrame } from '../../session/models/file-frame.js'
import type { Collaboration, NewTopicTarget } from './collaboration.js'
import { topicTone } from './topic-options.js'
import { useTopics } from './use-topics.js'

/** Pin colours with sufficient contrast to white text. */
export const pinColors = { open: '#a6432b', progress: '#8a5c00', closed: '#4d6b58' } as const
const pinsId = 'kamar.pins'

interface TopicPinsOptions {
  /** Null without a model. */
  readonly viewer: Viewer | null
  readonly collaboration: Collaboration
  /** Pins are visible while the topics panel is open. */
  readonly isVisible: boolean
}

/** Shows open topics as numbered pins in the model; a click on one opens its topic. */
export function useTopicPins({ viewer, collaboration, isVisible }: TopicPinsOptions): void {
  const { fileId, newTopic, topicId, openTopic } = collaboration
  const list = useTopics(fileId, { state: 'open' }, isVisible)
  const { data } = list
  const pins = usePins(viewer, isVisible && fileId !== null)
  useEffect(() => {
    if (!viewer || !pins) return undefined
    const topics = data?.pages.flatMap((page) => page.topics) ?? []
    const show = (): void => {
      const frame = isVisible ? fileFrame(viewer, fileId) : null
      const newPins = frame && newTopic?.anchor && !newTopic.anchor.sheet ? [createNewPin(newTopic.anchor, frame)] : []
      pins.setPins(frame ? [...createPins(topics, { frame, open: topicId }), ...newPins] : [])
    }
    show()
    // Refreshes the pins after a model was added or moved, as topics move with their model.
    const ends = [viewer.on('modelComplete', show), viewer.on('elementsMoved', show)]
    return () => ends.forEach((end) => end())
  }, [pins, viewer, fileId, data, isVisible, topicId, newTopic?.anchor])
  useEffect(() => pins?.on('pinClicked', ({ id }) => (id === newPinId ? undefined : openTopic(id))), [pins, openTopic])
}

const newPinId = 'new'

/** Returns the pin of the topic that is being written. */
function createNewPin({ point }: NonNullable<NewTopicTarget['anchor']>, frame: ModelFrame): Pin {
  return {
    id: newPinId,
    anchor: { element: null, point: frame.pointToView(point) },
    text: '+',
    label: i18next.t('topics.new'),
    color: pinColors.open,
    selected: true,
  }
}

function createPins(
  topics: readonly TopicSummary[],
  { frame, open }: { readonly frame: ModelFrame; readonly open: string | null },
): Pin[] {
  return topics.flatMap(({ id, anchor, number, title, status, isClosed }) => {
    // Those on sheets have other coordinates.
    if (!anchor || anchor.sheet) return []
    return {
      id,
      anchor: { element: null, point: frame.pointToView(anchor.point) },
      text: String(number),
      label: `#${number} ${title}`,
      color: pinColors[topicTone({ status, isClosed })],
      selected: id === open,
    }
  })
}

/** Loads the pins extension when topics are first opened. */
function usePins(viewer: Viewer | null, isEnabled: boolean): PinsExtension | null {
  const [pins, setPins] = useState<PinsExtension | null>(null)
  useEffect(() => {
    if (!viewer || !isEnabled) return undefined
    let ended = false
    viewer.loadExtension(pinsId).then(
      (extension) => (ended ? undefined : setPins(extension as PinsExtension)),
      // Without pins the list still opens every topic.
      () => null,
    )
    return () => {
      ended = true
    }
  }, [viewer, isEnabled])
  return pins
}
