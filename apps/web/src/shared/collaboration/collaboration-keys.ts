const all = ['collaboration'] as const

/** Names of what is asked of the server about people and what they say, for the cache of answers. */
export const collaborationKeys = {
  all,
  file: (fileId: string) => [...all, 'file', fileId] as const,
  topics: (fileId: string) => [...all, 'file', fileId, 'topics'] as const,
  topic: (fileId: string, topicId: string) => [...all, 'file', fileId, 'topic', topicId] as const,
  views: (fileId: string) => [...all, 'file', fileId, 'views'] as const,
  mentionable: (fileId: string) => [...all, 'people', 'mentionable', fileId] as const,
  members: [...all, 'people'] as const,
  fileMembers: (fileId: string) => [...all, 'people', fileId] as const,
  links: (fileId: string) => [...all, 'links', fileId] as const,
  notifications: [...all, 'notifications'] as const,
} as const
