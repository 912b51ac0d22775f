import type { ProjectRecord } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'

/** Returns the name of a project for the user; the personal one has no name of its own. */
export function useProjectName(): (project: Pick<ProjectRecord, 'name' | 'personal'>) => string {
  const { t } = useTranslation()
  return ({ name, personal }) => (personal ? t('folders.move.myFiles') : name)
}
