import type { ProjectPeople } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../design/fields/checkbox.js'
import { useAsyncAction } from '../use-async-action.js'
import { useSharingCalls } from './use-members.js'

interface CloudSectionProps {
  readonly fileId: string
  readonly project: ProjectPeople['project']
}

/**
 * Renders whether files of the project may be sent to Autodesk's cloud; renders nothing where this deployment does not
 * support it.
 */
export function CloudSection({ fileId, project }: CloudSectionProps) {
  const { t } = useTranslation()
  const calls = useSharingCalls(fileId)
  const { busy, begin } = useAsyncAction()
  if (project.filesMayLeave === null) return null
  const change = (filesMayLeave: boolean): void => begin(() => calls.letFilesLeave(project.id, filesMayLeave))
  return (
    <section aria-label={t('cloud.title')} className="border-t border-line pt-4">
      <h3 className="text-14">{t('cloud.title')}</h3>
      <p id="cloud-hint" className="mt-0.5 mb-2 text-12 text-pretty text-muted">
        {t('cloud.hint')}
      </p>
      <Checkbox
        label={t(project.personal ? 'cloud.allowPersonal' : 'cloud.allow')}
        aria-describedby="cloud-hint"
        checked={project.filesMayLeave}
        disabled={!project.mine || busy}
        onChange={(event) => change(event.target.checked)}
      />
      {project.mine ? null : (
        <p className="mt-1 text-12 text-muted">{t('cloud.ownerOnly', { owner: project.owner.name })}</p>
      )}
    </section>
  )
}
