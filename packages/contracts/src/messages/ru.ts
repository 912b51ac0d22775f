import type { ErrorCode } from '../errors.js'
import type { TranslationFailureCode } from '../failures.js'

/** Texts of the error table in Russian. */
export const errorMessagesRussian: Record<ErrorCode, string> = {
  'bad-request': 'Проверьте введённые данные и попробуйте снова',
  'invalid-credentials': 'Неверный адрес почты или пароль',
  'not-signed-in': 'Войдите снова',
  'refresh-refused': 'Войдите снова',
  'sign-in-expired': 'Прошло слишком много времени; войдите снова',
  'provider-refused': 'Войти через {{provider}} не удалось; попробуйте снова',
  'provider-email-unverified': '{{provider}} не подтверждает ваш адрес почты, поэтому войти с ним нельзя',
  'sign-up-closed': 'Регистрация на этом сервере закрыта',
  'provider-not-configured': 'Вход через {{provider}} на этом сервере не настроен',
  'account-not-linked': 'Учётная запись с этим адресом уже есть; войдите с её паролем',
  'link-not-valid': 'Эта ссылка больше не действует; запросите новую',
  'password-unchanged': 'Выберите пароль, который отличается от старого',
  'password-not-right': 'Неверный пароль',
  'code-not-right': 'Неверный код',
  'account-rejected': 'Администратор отклонил эту учётную запись',
  'approval-pending': 'Эта учётная запись ждёт одобрения администратора',
  'not-allowed': 'У вас нет на это прав',
  'not-found': 'Не найдено',
  'method-not-allowed': 'Этот адрес не принимает такие запросы',
  'already-exists': 'Это уже существует',
  'not-yourself': 'Это нельзя сделать с собственной учётной записью',
  'last-administrator': 'Должен остаться хотя бы один администратор',
  'upload-conflict': 'Эта загрузка продолжается в другом месте; попробуйте снова',
  'translation-not-ready': 'Файл ещё не готов',
  'file-too-large': 'Размер файла превышает 100 МБ',
  'quota-exceeded': 'В вашем хранилище не осталось места',
  'request-too-large': 'Запрос слишком большой',
  'unsupported-format': 'Неподдерживаемый формат файла: {{extension}}',
  'other-file-type': 'Новая версия должна быть файлом {{extension}}, как предыдущая',
  'range-not-satisfiable': 'Такой части файла нет',
  'invalid-input': 'Проверьте введённые данные',
  'image-unreadable': 'Это изображение не читается; используйте JPEG, PNG или WebP до 8 МБ',
  'password-too-short': 'В пароле должно быть не меньше {{minimum}} знаков',
  'password-too-common': 'Этот пароль слишком распространён; выберите другой',
  'empty-file': 'Файл пуст',
  'checksum-mismatch': 'Файл повредился при передаче; попробуйте снова',
  'too-many-requests': 'Слишком много запросов, подождите',
  'export-failed':
    'Не удалось подготовить этот экспорт. Попробуйте ещё раз; если не получится снова, напишите нам и укажите имя файла',
  internal: 'Ошибка сервера, попробуйте снова',
  'storage-full': 'На сервере нет места; ничего не сохранено',
  'storage-damaged': 'Сохранённый файл повреждён; сообщите администратору',
  'not-ready': 'Служба запускается, попробуйте снова',
}

/** Texts of the translation failures in Russian. */
export const failureMessagesRussian: Record<TranslationFailureCode, string> = {
  'not-this-format': 'Это не {{expected}}: по содержимому это {{detected}}. Сохраните файл с правильным расширением.',
  'unsupported-version':
    'Эту версию формата ({{version}}) прочитать нельзя. Сохраните как {{advice}} и загрузите снова.',
  encrypted: 'Файл защищён паролем. Сохраните его без защиты и загрузите снова.',
  damaged: 'Файл повреждён и не читается. Экспортируйте его заново из исходной программы.',
  'limit-exceeded':
    'Модель слишком велика для этого сервера: {{limit}}. Разделите её или попросите администратора поднять предел.',
  'companion-missing': 'Файлу нужен другой файл, которого нет: {{names}}. Приложите его и попробуйте снова.',
  'nothing-to-show': 'Файл прочитан, но в нём нечего показать.',
  cancelled: 'Преобразование отменено.',
  'reader-fault': 'Файл не прочитан из-за ошибки Kamar. Ваш файл в сохранности, ошибка записана.',
  'no-reader':
    'Сервер хранит файлы {{expected}}, но программа их чтения не установлена. Файл можно скачать в любое время.',
}
