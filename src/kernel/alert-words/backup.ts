// The words of alerts about backups.

export const BACKUP_ALERTS = {
  pt: {
    BACKUP_OLD: {
      title: 'O último backup está velho',
      whatToDo: 'Veja no servidor por que nenhum backup foi feito desde então e faça um à mão: npx porteira backup.',
    },
    BACKUP_NOT_RESTORABLE: {
      title: 'Um backup foi testado e não serve',
      whatToDo: 'Faça outro e teste esse: npx porteira backup verify.',
    },
  },
  en: {
    BACKUP_OLD: {
      title: 'The last backup is old',
      whatToDo: 'Look on the server why no backup was taken since, and take one by hand: npx porteira backup.',
    },
    BACKUP_NOT_RESTORABLE: {
      title: 'A backup was tried out and is of no use',
      whatToDo: 'Take another one, and try that one out: npx porteira backup verify.',
    },
  },
}
