import { text, type Usage } from '../text.ts';

export const usage: Usage = {
  help: {
    usage: '사용법:',
    arguments: '인자:',
    options: '옵션:',
    commands: '명령:',
    showHelp: '이 도움말을 보여 줍니다',
    showVersion: '버전을 보여 줍니다',
    helpCommand: '명령의 도움말을 보여 줍니다',
    afterError: '(사용할 수 있는 것은 cnpa-op --help 에서 볼 수 있습니다)',
    didYouMean: (name) => `${name} 말인가요?`,
    defaultIs: (value) => `기본값: ${value}`,
    choicesAre: (values) => `선택: ${values.join(', ')}`,
    exitStatus:
      '종료 코드: 0 모두 통과, 1 실패하거나 건너뛴 단계가 있음, 2 잘못된 사용법, 3 판정하지 못한 것이 있음.',
  },
  summaries: {
    program: 'TeamSpace 컨트롤러 실습의 여덟 단계를 파일, 실제 클러스터, systemd 를 보고 채점합니다.',
    check: '이 머신에서 자신의 작업을 확인합니다: 전체 또는 일부 단계',
    grade: '머신 하나를 채점합니다: 여덟 단계 전체',
    class: '반 전체의 머신을 여러 대씩 채점합니다. 이미 채점된 머신은 다시 채점하지 않습니다',
    explain: '단계가 무엇을 요구하고 채점기가 무엇을 보는지 알려 줍니다',
    demo: '처음부터 채점까지: 샌드박스를 만들고 모범 풀이를 진행해 결과를 보여 줍니다',
    samples: '샘플 제출물을 샌드박스에서 채점하고 판정을 기대한 것과 비교합니다',
    sandbox: '학습자용 머신이 딸린 일회용 클러스터를 다룹니다',
  },
  options: {
    steps: '단계 번호, 1~8',
    step: '단계 번호, 1~8',
    dir: '채점할 머신의 실습 디렉터리',
    kubeconfig: (fallback) => `이 컴퓨터의 kubeconfig(기본값: $KUBECONFIG, 없으면 ${fallback})`,
    machine: '채점할 대상: local, sandbox:NAME 또는 ssh://[USER@]HOST[:PORT]',
    unit: '컨트롤러의 systemd 유닛',
    format: '표준 출력의 형식',
    lang: '언어(기본값: 환경의 언어)',
    quiet: '표준 오류에 진행 상황을 출력하지 않습니다',
    out: '이 디렉터리에 report.json 과 evidence.json 도 씁니다',
    report: (formats) => `보고서도 씁니다. 형식: ${formats.join(', ')} (여러 번 쓸 수 있음)`,
    rubric: '단계별 배점과 합격 기준(YAML)',
    watch: '열어 두고 파일이나 오브젝트가 바뀔 때마다 다시 판정합니다. p 는 반응 시험, q 는 끝내기',
    probe: '--watch 와 함께: p 를 누르지 않아도 바로 시험합니다',
  },
  refusals: {
    'commander.unknownOption': (what) => `${text(what)} 옵션은 없습니다.`,
    'commander.unknownCommand': (what) => `${text(what)} 명령은 없습니다.`,
    'commander.missingArgument': (what) => `${text(what)} 인자가 필요합니다.`,
    'commander.optionMissingArgument': (what) => `${text(what)} 옵션에는 값이 필요합니다.`,
    'commander.invalidArgument': (what, value, why) =>
      `${text(what)} 자리에 ${text(value)} 값을 쓸 수 없습니다. ${text(why)}`.trimEnd(),
    'commander.excessArguments': (expected, found) =>
      `인자가 너무 많습니다. 최대 ${expected}개인데 ${found}개를 받았습니다.`,
  },
  allowedAre: (values) => `쓸 수 있는 값: ${values.join(', ')}.`,
  reportIs: (formats) => `FORMAT=FILE 형식으로 쓰며, 형식은 ${formats.join(', ')} 중 하나입니다.`,
  cannotReadRubric: (why) => `채점 기준을 사용할 수 없습니다: ${text(why)}`,
  probeNeedsWatch: '--probe 옵션은 --watch 옵션과 함께 씁니다.',
  watchIsAList: '--watch 옵션은 목록으로만 보여 줍니다. 다른 형식은 없습니다.',
  stepsAre1to8: '단계는 1부터 8까지의 숫자입니다.',
  wholeNumberFrom1: '1 이상의 정수여야 합니다.',
  unknownMachine: (name) =>
    `${text(name)} 머신은 없습니다. local, sandbox:NAME 또는 ssh://[USER@]HOST[:PORT] 형식으로 지정하세요.`,
  noLabFolder: (folder, machine) =>
    `${text(machine)} 머신에 실습 디렉터리 ${text(folder)} 경로가 없습니다. --dir 옵션으로 지정하세요.`,
  noKubeconfig: (path, code) =>
    `kubeconfig ${text(path)} ${code === undefined ? '파일이 없습니다' : `파일을 읽을 수 없습니다(${text(code)})`}. --kubeconfig 옵션으로 다른 파일을 지정하세요.`,
  cannotWrite: (path, why) => `${text(path)} 경로에 쓸 수 없습니다: ${text(why)}`,
  interrupted: (signal) => `${text(signal)}: 정리하는 중입니다(한 번 더 누르면 바로 종료합니다)`,
  leftAtOnce: (names) =>
    `바로 종료했습니다.${names.length === 0 ? '' : ` TeamSpace ${names.join(', ')} 오브젝트가 남아 있을 수 있으며, 다음 실행이 정리합니다.`}`,
  graderBug: (detail) => `채점기의 버그입니다. 알려 주세요: ${detail}`,
};
