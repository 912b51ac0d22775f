/** Groups that the audit trail is filtered by; every action belongs to one. */
export const auditGroups = ['opened', 'downloaded', 'shared', 'changed', 'signed-in', 'administration'] as const
/** Group of audit trail actions. */
export type AuditGroup = (typeof auditGroups)[number]

/**
 * All actions that the audit trail records, by group. The database type accepts no others and the interface has a
 * sentence for each; rows of older versions may contain unlisted actions.
 */
export const auditActions = {
  'file.open': 'opened',
  'link.open': 'opened',
  'file.download': 'downloaded',
  'file.export': 'downloaded',
  'file.link': 'shared',
  'file.unlink': 'shared',
  'project.share': 'shared',
  'project.invite': 'shared',
  'project.withdraw': 'shared',
  'project.join': 'shared',
  'project.role': 'shared',
  'project.remove': 'shared',
  'project.leave': 'shared',
  'folder.permissions': 'shared',
  'file.upload': 'changed',
  'file.restore-version': 'changed',
  'file.rename': 'changed',
  'file.correct-sheet': 'changed',
  'file.move': 'changed',
  'file.copy': 'changed',
  'file.bin': 'changed',
  'file.restore': 'changed',
  'file.purge': 'changed',
  'file.attach': 'changed',
  'file.translate-again': 'changed',
  'file.bcf-import': 'changed',
  'file.view-change': 'changed',
  'file.view-delete': 'changed',
  'topic.create': 'changed',
  'topic.import': 'changed',
  'topic.change': 'changed',
  'topic.delete': 'changed',
  'topic.comment': 'changed',
  'topic.comment-change': 'changed',
  'topic.comment-delete': 'changed',
  'topic.viewpoint': 'changed',
  'topic.viewpoint-change': 'changed',
  'topic.viewpoint-delete': 'changed',
  'topic.attachment': 'changed',
  'topic.attachment-delete': 'changed',
  'set.create': 'changed',
  'set.change': 'changed',
  'set.delete': 'changed',
  'folder.create': 'changed',
  'folder.rename': 'changed',
  'folder.move': 'changed',
  'folder.bin': 'changed',
  'folder.restore': 'changed',
  'folder.purge': 'changed',
  'project.create': 'changed',
  'project.rename': 'changed',
  'project.delete': 'changed',
  'project.let-files-leave': 'changed',
  'project.quota': 'changed',
  'font.add': 'changed',
  'font.remove': 'changed',
  'session.begin': 'signed-in',
  'session.refused': 'signed-in',
  'session.end': 'signed-in',
  'session.end-others': 'signed-in',
  'session.reuse': 'signed-in',
  'two-factor.on': 'signed-in',
  'two-factor.off': 'signed-in',
  'two-factor.codes': 'signed-in',
  'two-factor.recovered': 'signed-in',
  'account.register': 'signed-in',
  'account.invitation': 'signed-in',
  'account.verify-email': 'signed-in',
  'account.reset-password': 'signed-in',
  'account.first-password': 'signed-in',
  'account.change-password': 'signed-in',
  'account.link': 'signed-in',
  'account.ask-email': 'administration',
  'account.email': 'administration',
  'account.profile': 'administration',
  'account.photo': 'administration',
  'account.photo-removed': 'administration',
  'account.preferences': 'administration',
  'account.create': 'administration',
  'account.approved': 'administration',
  'account.pending': 'administration',
  'account.rejected': 'administration',
  'account.role': 'administration',
  'account.quota': 'administration',
  'account.upload-limit': 'administration',
  'account.position': 'administration',
  'account.delete': 'administration',
  'account.configure-administrator': 'administration',
  'account.set-up-administrator': 'administration',
  'two-factor.reset': 'administration',
  'account.password-link': 'administration',
  'settings.change': 'administration',
  'extension.add': 'administration',
  'extension.change': 'administration',
  'extension.fetch': 'administration',
  'extension.remove': 'administration',
  'extension.sources': 'administration',
  'extension.choose': 'administration',
  'application.create': 'administration',
  'application.new-secret': 'administration',
  'application.revoke': 'administration',
  'application.remove': 'administration',
  'application.delete-bucket': 'administration',
  'storage.request-upgrade': 'administration',
  'request.granted': 'administration',
  'request.declined': 'administration',
  'contact.send': 'administration',
  'mail.read': 'administration',
  'mail.send': 'administration',
} as const satisfies Readonly<Record<string, AuditGroup>>

/** Name of an audit trail action: `file.open`, `session.begin`. */
export type AuditAction = keyof typeof auditActions

/** Returns whether this version defines an action named in the audit trail. */
export function isAuditAction(name: string): name is AuditAction {
  return Object.hasOwn(auditActions, name)
}

/** Returns the actions of a group. */
export function getAuditActions(group: AuditGroup): AuditAction[] {
  return (Object.keys(auditActions) as AuditAction[]).filter((action) => auditActions[action] === group)
}

/** Actions on a project that change who may see its files; shown in the activity of a file next to its own actions. */
export const projectSharingActions = getAuditActions('shared').filter((action) => action.startsWith('project.'))
