const all = ['collaboration'] as const

/** Query keys of the response cache for collaboration: members, topics, comments and views. */
export const collaborationKeys = {
  all,
  file: (fileId: string) => [...all, 'file', fileId] as const,
  topics: (fileId: string) => [...all, 'file', fileId, 'topics'] as const,
  topic: (fileId: string, topicId: string) => [...all, 'file', fileId, 'topic', topicId] as const,
  views: (fileId: string) => [...all, 'file', fileId, 'views'] as const,
  mentionable: (fileId: string) => [...all, 'people', 'mentionable', fileId] as const,
  members: [...all, 'people'] as const,
  fileMembers: (fileId: string) => [...all, 'people', fileId] as const,
  projectMembers: (projectId: string) => [...all, 'people', 'project', projectId] as const,
  /** Topics of all files: their lists, and the number of the user's own. */
  allTopics: [...all, 'all-topics'] as const,
  links: (fileId: string) => [...all, 'links', fileId] as const,
  notifications: [...all, 'notifications'] as const,
} as const
