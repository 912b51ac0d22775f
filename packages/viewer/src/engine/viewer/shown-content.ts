import type { FrameObserver } from './frame-observer.js'
import type { Stage } from '../stage.js'
import type { ModelContent } from '../model/model-content.js'

/** Sets the rendered content; null renders nothing. */
export function showContent(stage: Stage, content: ModelContent | null): void {
  stage.renderer.show(content?.batches ?? null)
  stage.scheduler.content = content
  stage.camera.settleHome()
  stage.scheduler.grew()
}

/**
 * Keeps the whole model in view until the user moves the camera: once the first chunk, which holds the largest objects,
 * gives its position, while a provisional model grows, and once more at the end. In between the camera stands still, so
 * that new chunks can be drawn onto the existing frame.
 */
export function showGrowth(stage: Stage, frames: FrameObserver, content: ModelContent): void {
  const isComplete = content.manifest.state === 'complete'
  const first = content.instances.count > 0 && !frames.hasFirstFrame
  if (first || !isComplete) stage.camera.settleHome()
  else if (!content.loading) stage.camera.settleHome({ animate: true })
  stage.scheduler.grew()
}
