export const notices = {
  board: '公告',
  all: '全部公告',
  none: '暂无公告',
  gotIt: '知道了',
  contact: {
    title: '在线客服',
    scan: '扫码添加客服',
    channel: '官方频道',
    channelText: '产品更新与维护公告第一时间发布',
    open: '打开频道',
    hours: '服务时间',
    chat: '在线聊天已开启，点击页面右下角开始对话',
  },
  agreement: {
    title: '{{title}}（第 {{version}} 版）已更新',
    text: '继续使用前，请阅读并同意新版本。',
    accept: '我已阅读并同意',
    refuse: '不同意并退出登录',
  },
} as const
