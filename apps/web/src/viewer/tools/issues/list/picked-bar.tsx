import { BulkBar } from '../../../../platform/issues/bulk-bar.js'
import { type PickedIssue, useBulkChange } from '../../../../platform/issues/use-bulk-change.js'

interface PickedBarProps {
  readonly fileId: string
  readonly topicIds: readonly string[]
  readonly onClear: () => void
}

/** Renders what can be done with the selected topics of a file: the same as on the page of all issues. */
export function PickedBar({ fileId, topicIds, onClear }: PickedBarProps) {
  const { busy, change } = useBulkChange()
  // All are of one file, and so of one project.
  const selected = topicIds.map((id): PickedIssue => ({ id, file: { id: fileId, projectId: '' } }))
  return (
    <div className="shrink-0 border-t border-line">
      <BulkBar {...{ selected, busy, onClear }} onChange={change} />
    </div>
  )
}
