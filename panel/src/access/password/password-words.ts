// Words about a password that is chosen now.
import { defineWords } from '../../words/words.ts'

export const passwordWords = defineWords('newPassword', {
  pt: {
    help: 'De preferência, doze caracteres ou mais. Uma frase é fácil de lembrar e difícil de adivinhar.',
    short: 'A senha precisa de pelo menos 8 caracteres.',
    weak: 'Esta senha é fácil de adivinhar. Use pelo menos doze caracteres e evite nomes, datas e senhas comuns.',
    show: 'Mostrar ou esconder a senha',
    strength: 'Força da senha',
    levels: { weak: 'Fácil de adivinhar', fair: 'Boa', strong: 'Forte' },
  },
  en: {
    help: 'Twelve characters or more are best. A sentence is easy to remember and hard to guess.',
    short: 'The password needs at least 8 characters.',
    weak: 'This password is easy to guess. Use at least twelve characters, and no names, dates or common passwords.',
    show: 'Show or hide the password',
    strength: 'Password strength',
    levels: { weak: 'Easy to guess', fair: 'Good', strong: 'Strong' },
  },
})
