import type { ModelTree } from '@kamar/package-format/read'
import { createSelectedVolumes, type SelectedVolumes, type Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

/** Draws selected rooms as volumes; their code is loaded with the first of them. */
export function useSelectedVolumes(viewer: Viewer | null, tree: ModelTree | null, selected: readonly number[]): void {
  const [owner, setOwner] = useState<Viewer | null>(null)
  const hasVolume = viewer?.isRendering === true && selected.some((element) => tree?.hidden[element] === 1)
  if (hasVolume && owner !== viewer) setOwner(viewer)
  useEffect(() => {
    if (!owner) return undefined
    let volumes: SelectedVolumes | null = null
    let hasEnded = false
    // Without their code, rooms are selected in the lists alone.
    createSelectedVolumes(owner).then(
      (created) => (hasEnded ? created.dispose() : (volumes = created)),
      () => null,
    )
    return () => {
      hasEnded = true
      volumes?.dispose()
    }
  }, [owner])
}
