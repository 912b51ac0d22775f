import type { FrameObserver } from '../frame-observer.js'
import type { Stage } from '../stage.js'
import type { ModelContent } from './model-content.js'

/** Draws a content from now on, or nothing. */
export function showContent(stage: Stage, content: ModelContent | null): void {
  stage.renderer.show(content?.batches ?? null)
  stage.scheduler.content = content
  stage.camera.settleHome()
  stage.scheduler.grew()
}

/**
 * Until somebody moves the camera it shows the whole model: as the first chunk, which holds the largest objects, says
 * where it stands, while a provisional model grows, and once more at the end. In between it stands still, so that
 * what arrives can be drawn onto the picture.
 */
export function showGrowth(stage: Stage, frames: FrameObserver, content: ModelContent): void {
  const isComplete = content.manifest.state === 'complete'
  const first = content.instances.count > 0 && !frames.hasFirstFrame
  if (first || !isComplete) stage.camera.settleHome()
  else if (!content.loading) stage.camera.settleHome({ animate: true })
  stage.scheduler.grew()
}
