import type { FileRecord, ProjectRecord } from '@kamar/contracts'
import type { TFunction } from 'i18next'
import { Cloud, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../design/button.js'
import { useMembers } from '../../sharing/use-members.js'

/** Returns whether Autodesk's cloud might improve the result of a translation. */
function needsOtherProvider({ failure, previewOnly, status }: FileRecord): boolean {
  if (status === 'success') return previewOnly
  return failure?.code === 'no-reader' || failure?.code === 'unsupported-version'
}

/**
 * Explains which provider could read a file that the built-in readers cannot, and who may enable it; renders nothing if
 * there is none.
 */
export function CloudHint({ file, onRetry }: { readonly file: FileRecord; readonly onRetry?: () => void }) {
  return needsOtherProvider(file) ? <Hint file={file} onRetry={onRetry} /> : null
}

function Hint({ file, onRetry }: { readonly file: FileRecord; readonly onRetry: (() => void) | undefined }) {
  const { t } = useTranslation()
  const project = useMembers(file.id).data?.project
  if (!project || project.filesMayLeave === null) return null
  return (
    <section aria-label={t('cloud.title')} className="rounded-card bg-sunken p-3 text-13">
      <p className="flex items-start gap-2">
        <Cloud className="mt-0.5 shrink-0 text-muted" />
        <span className="min-w-0 break-words">{hintText(project, t)}</span>
      </p>
      {project.filesMayLeave && file.previewOnly && onRetry ? (
        <div className="mt-3 ps-6">
          <Button size="small" icon={<RotateCw />} onClick={onRetry}>
            {t('cloud.again')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function hintText({ filesMayLeave, mine, owner }: ProjectRecord, t: TFunction): string {
  if (filesMayLeave) return t('cloud.suggestAgain')
  return mine ? t('cloud.suggestAllow') : t('cloud.suggestAsk', { owner: owner.name })
}
