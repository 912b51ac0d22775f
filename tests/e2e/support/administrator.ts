/** Credentials of the administrator that a server of a test is told of. */
export const administrator = { username: 'keystone', password: 'stone arch 1872' }

/** What a server needs to be told to have that administrator. */
export const administratorSettings = {
  KAMAR_ADMIN_USERNAME: administrator.username,
  KAMAR_ADMIN_PASSWORD: administrator.password,
}
