import { computeBoxCenter } from '@kamar/core/math'
import { useEffect, useRef } from 'react'
import { isSpace } from '../../kit/selection/element-kind.js'
import { useViewerSession } from '../../session/session.js'
import { useSelectionText } from './selection-bar.js'

/** Renders name and area of the selected room at the centre of its volume. */
export function VolumeLabel() {
  const { state, tree, viewer } = useViewerSession()
  const text = useSelectionText()
  const label = useRef<HTMLParagraphElement>(null)
  const [element, ...others] = state.selected
  const space = tree && element !== undefined && others.length === 0 && isSpace(tree, element) ? element : null
  useEffect(() => {
    if (!viewer || space === null) return undefined
    const updatePosition = (): void => {
      const box = viewer.model?.computeBounds([space])
      if (!label.current || !box) return
      const at = viewer.space.project(computeBoxCenter(box))
      label.current.style.visibility = at.depth > 0 ? 'visible' : 'hidden'
      label.current.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`
    }
    updatePosition()
    const ends = (['cameraChanged', 'elementsMoved', 'modelComplete'] as const).map((name) =>
      viewer.on(name, updatePosition),
    )
    return () => ends.forEach((end) => end())
  }, [viewer, space])
  if (space === null || !text) return null
  return (
    <p
      ref={label}
      aria-hidden="true"
      style={{ visibility: 'hidden' }}
      className="absolute top-0 left-0 rounded-control bg-surface/85 px-2 py-0.5 text-center text-12 whitespace-nowrap shadow-float"
    >
      <span className="block font-medium">{text.name}</span>
      {text.quantity === null ? null : <span className="block text-muted tabular-nums">{text.quantity}</span>}
    </p>
  )
}
