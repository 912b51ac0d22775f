import type { TopicSummary } from '@kamar/contracts'
import type { Pin, PinsExtension, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import type { Collaboration } from '../use-collaboration.js'
import { topicTone } from './topic-words.js'
import { useTopics } from './use-topics.js'

/** Colours of pins: white letters are read on each. */
const colors = { open: '#a6432b', progress: '#8a5c00', closed: '#4d6b58' } as const
const pinsId = 'kamar.pins'

interface TopicPinsParts {
  /** Null while there is no model. */
  readonly viewer: Viewer | null
  readonly collaboration: Collaboration
  /** Pins are seen while topics are looked at. */
  readonly shown: boolean
}

/** Open topics as numbered pins in the model; a press on one opens its topic. */
export function useTopicPins({ viewer, collaboration, shown }: TopicPinsParts): void {
  const { fileId, topicId, openTopic } = collaboration
  const list = useTopics(fileId, { state: 'open' }, shown)
  const { data } = list
  const pins = usePins(viewer, shown && fileId !== null)
  useEffect(() => {
    const origin = viewer?.model?.manifest.origin
    const topics = data?.pages.flatMap((page) => page.topics) ?? []
    pins?.setPins(shown && origin ? pinsOf(topics, { origin, open: topicId }) : [])
  }, [pins, viewer, data, shown, topicId])
  useEffect(() => pins?.on('pinClicked', ({ id }) => openTopic(id)), [pins, openTopic])
}

function pinsOf(
  topics: readonly TopicSummary[],
  { origin, open }: { readonly origin: readonly [number, number, number]; readonly open: string | null },
): Pin[] {
  return topics.flatMap(({ id, anchor, number, title, status, isClosed }) => {
    if (!anchor) return []
    const [x, y, z] = anchor.point
    const point = [x - origin[0], y - origin[1], z - origin[2]] as const
    return {
      id,
      anchor: { element: null, point },
      text: String(number),
      label: `#${number} ${title}`,
      color: colors[topicTone({ status, isClosed })],
      selected: id === open,
    }
  })
}

/** The engine's pins, fetched with the first look at topics. */
function usePins(viewer: Viewer | null, wanted: boolean): PinsExtension | null {
  const [pins, setPins] = useState<PinsExtension | null>(null)
  useEffect(() => {
    if (!viewer || !wanted) return undefined
    let ended = false
    viewer.loadExtension(pinsId).then(
      (extension) => (ended ? undefined : setPins(extension as PinsExtension)),
      // Without pins the list still leads to every topic.
      () => null,
    )
    return () => {
      ended = true
    }
  }, [viewer, wanted])
  return pins
}
