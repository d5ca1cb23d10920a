// What a program needs of the environment in which the tests run; everything else it is given by its test.
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  PATH: process.env.PATH ?? '',
  // What one of them has compiled the next one need not, see setup.ts.
  ...(process.env.NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
}
