import type { Viewer } from '@kamar/viewer'
import { useEffect, useRef } from 'react'
import { PositionField } from './position-field.js'
import type { SectionControl } from './use-section.js'

/** Offset from the centre of the plane's handles, CSS pixels: below them and their rings. */
const offset = { x: 24, y: 44 }

/** Renders the position of the selected plane beside its handles, while it is dragged and to be typed. */
export function PlaneNumber({ section, viewer }: { readonly section: SectionControl; readonly viewer: Viewer }) {
  const box = useRef<HTMLDivElement>(null)
  const plane = section.state.planes.find(({ id, enabled }) => enabled && id === section.selected)
  useEffect(() => {
    if (!plane) return undefined
    const update = (): void => {
      const { x, y, depth } = viewer.space.project(plane.point)
      if (!box.current) return
      box.current.style.visibility = depth > 0 ? 'visible' : 'hidden'
      box.current.style.transform = `translate(${Math.round(x + offset.x)}px, ${Math.round(y + offset.y)}px)`
    }
    update()
    return viewer.on('frame', update)
  }, [viewer, plane])
  if (!plane) return null
  return (
    <div
      ref={box}
      className="pointer-events-auto absolute top-0 left-0 w-28 rounded-card border border-line bg-surface px-2 pt-1 pb-2 shadow-float"
    >
      <PositionField {...{ section, viewer, plane }} />
    </div>
  )
}
