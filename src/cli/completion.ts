// `plumbline completion`: prints the completion script of a shell. The script calls `plumbline __complete`.
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { noSuch } from "../wording/wording.js";

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_plumbline() {
  local line word words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS=$'\\t' read -r word line; do
    if [ "$word" = ":paths" ]; then
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${words[\${#words[@]} - 1]}")
    elif [ -n "$word" ]; then
      COMPREPLY+=("$(printf '%q' "$word")")
    fi
  done < <(plumbline __complete "\${words[@]}" 2>/dev/null)
}
complete -o filenames -F _plumbline plumbline
`,
  zsh: `#compdef plumbline
_plumbline() {
  local word about paths=0
  local -a offers
  while IFS=$'\\t' read -r word about; do
    if [[ $word == ":paths" ]]; then paths=1
    else offers+=("\${word//:/\\\\:}\${about:+:$about}"); fi
  done < <(plumbline __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#offers} )) && _describe -V plumbline offers
  (( paths )) && _files
  return 0
}
if [ "$funcstack[1]" = "_plumbline" ]; then _plumbline "$@"; else compdef _plumbline plumbline; fi
`,
  fish: `function __plumbline_complete
  set -l words (commandline -opc) (commandline -ct)
  for offer in (plumbline __complete $words[2..-1] 2>/dev/null)
    if string match -q ":paths*" -- $offer
      __fish_complete_path (commandline -ct)
    else
      echo $offer
    end
  end
end
complete -c plumbline -f -a "(__plumbline_complete)"
`,
};

export async function completion(args: Arguments): Promise<number> {
  const [shell] = args.atMost(1).words;
  if (shell === undefined) throw new Usage(`Name the shell: ${Object.keys(SCRIPTS).join(", ")}.`);
  const script = SCRIPTS[shell];
  if (script === undefined) throw new Usage(noSuch("shell", shell, Object.keys(SCRIPTS)).message);
  process.stdout.write(script);
  return 0;
}
