import { FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../design/button.js'
import { folderPath } from './folder-paths.js'

/** Renders the link from another page of a project to its files. */
export function ProjectLink({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  return (
    <Link to={folderPath({ id: projectId, projectId })} className={buttonClass('secondary')}>
      <FolderOpen />
      {t('projects.open')}
    </Link>
  )
}
